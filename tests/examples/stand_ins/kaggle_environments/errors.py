"""Errors of the stand-in."""


class DeadlineExceeded(Exception):
    pass


class InvalidArgument(Exception):
    pass
