"""The game in the words of other libraries; each file needs that library alone."""
