"""Rule sheets: a spec told to people who want to play it at a table.

``make`` builds one document from a loaded spec; three writers turn it into Markdown,
HTML and plain text. Every number and every condition comes from the spec, with its
options filled in; nothing here knows a game by name.
"""

from rummy.sheet.html import html
from rummy.sheet.make import make
from rummy.sheet.markdown import markdown
from rummy.sheet.text import text

__all__ = ["html", "make", "markdown", "text"]
