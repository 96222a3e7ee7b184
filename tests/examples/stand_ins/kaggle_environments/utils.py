"""Checks actions by their schema, as far as the environments of the stand-in need it."""


def process_schema(schema, data):
    """(error, data); the error is None for valid data. None is the default, as in the original."""
    if data is None:
        data = schema["default"]
    if not isinstance(data, int) or isinstance(data, bool):
        return f"{data!r} is not of type 'integer'", data
    if not schema.get("minimum", data) <= data <= schema.get("maximum", data):
        return f"{data} is out of its range", data
    return None, data
