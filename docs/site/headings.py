"""The headings of a page in Markdown, and the anchors that forges and the site give them."""
import re


def anchors(text):
    """The text of each heading by its anchor: small letters, without punctuation, hyphens for spaces. A second one of the same
    name has "-1" behind it, and so on."""
    found, names = {}, {}
    fenced = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = re.match(r"#{1,6} +(.*?)(?: +#+)? *$", line)
        if heading and not fenced:
            title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            name = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            names[name] = names.get(name, -1) + 1
            found[f"{name}-{names[name]}" if names[name] else name] = title
    return found
