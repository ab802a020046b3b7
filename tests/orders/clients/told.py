"""What came of a piece of work, as JSON can hold it."""


def told(work):
    try:
        return {"value": work()}
    except Exception as error:  # what a user would see
        return {"error": type(error).__name__, "message": str(error)}
