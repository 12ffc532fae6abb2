"""What the operator reads: one line an event on standard error, coloured on a terminal, JSON elsewhere."""

import logging
import sys

import structlog


def set_up_logs(level: str) -> None:
    """Use structlog for everything at `level` and above. Tracebacks come without local variables: those hold cards."""
    number = logging.getLevelNamesMapping()[level.upper()]
    terminal = sys.stderr.isatty()
    renderer = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if terminal
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if terminal else [structlog.processors.format_exc_info]),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(number, logging.WARNING), format="%(levelname)s %(name)s %(message)s")
