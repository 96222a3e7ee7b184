"""Settings of Sphinx for the site of all pages; scripts/docs calls it. Pages have the paths that they have in the repository.

Links between pages are MyST's. Links to other files of the repository lead to a copy of the file at its own path, those to the file of the example
to the pages of that tournament; to what the site does not have, such as a folder or what only a forge has, there is no link.
"""
import os
import pathlib
import re
import shutil

import navigation
from docutils import nodes
from pygments.lexers import find_lexer_class_by_name
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound
from sphinx.util.nodes import make_refnode

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

project = "referee"
version = release = re.search(r"project\(referee VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
html_title = f"referee {version}"
root_doc = "docs/README"
extensions = ["myst_parser"]
myst_heading_anchors = 6  # links to headings of all levels, by the anchors of forges
myst_enable_extensions = ["deflist"]
highlight_language = "none"  # of blocks that name no language: most are commands
html_theme = "furo"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_search_scorer = str(ROOT / "docs/site/scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
smartquotes = False  # quotes in prose are mostly those of JSON


def path_of(target, docname):
    """The path from the top of the repository to which a link of a page leads; nothing if it leads out of it."""
    path = os.path.normpath(os.path.join(os.path.dirname(docname), target.partition("#")[0]))
    return None if path.startswith("..") else path


def resolve(app, env, node, content):
    """A link to what is no page."""
    docname = node["refdoc"]
    path = path_of(node["reftarget"], docname)
    if path is None or not (ROOT / path).exists():
        return content if path is None else None
    if path == f"{navigation.EXAMPLE}.json":
        return reference(f"{navigation.EXAMPLE_PAGES}/index.html", docname, content)
    if f"{path}/README" in env.all_docs:
        return make_refnode(app.builder, docname, f"{path}/README", "", content)
    if (ROOT / path).is_dir():
        return content
    copy_file(app, path)
    return reference(path, docname, content)


def reference(path, docname, content):
    return nodes.reference("", "", content, internal=True, refuri=os.path.relpath(path, os.path.dirname(docname)))


def copy_file(app, path):
    """A file of the repository comes to the site, at its own path."""
    copy = pathlib.Path(app.outdir) / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / path, copy)


def read(app, doctree):
    """Nothing is loaded from elsewhere; headings also have the anchors of forges; files that HTML in a page names come along."""
    for image in list(doctree.findall(nodes.image)):
        if "://" in image["uri"] or path_of(image["uri"], app.env.docname) is None:
            leave_out(image)
    for section in doctree.findall(nodes.section):
        anchor = section.get("myst-anchor", "").partition("#")[2]
        if anchor and anchor not in section["ids"]:
            section["ids"].append(anchor)
    for html in doctree.findall(nodes.raw):
        for target in re.findall(r'\b(?:src|srcset|href)="([^":#]+)"', html.astext()):
            path = path_of(target, app.env.docname)
            if path and (ROOT / path).is_file() and not path.endswith(".md"):
                copy_file(app, path)


def leave_out(node):
    """Removes a node, and what has nothing in it then, such as the link around a badge."""
    while len(node.parent) == 1 and not isinstance(node.parent, (nodes.section, nodes.document)):
        node = node.parent
    node.parent.remove(node)


def add_lexers(app, config):
    """Languages of code blocks that Pygments does not know, such as that of report files, are text."""
    for page in pathlib.Path(app.srcdir).rglob("*.md"):
        for language in set(re.findall(r"^```(\w+)$", page.read_text(encoding="utf-8"), re.M)):
            try:
                find_lexer_class_by_name(language)
            except ClassNotFound:
                app.add_lexer(language, TextLexer)


def mend_theme(app, failure):
    """What pages on a disk need, and Debian's furo 2022.12 lacks: it imports a style by its path on a web server, and a script as a module;
    and its style has lost that dark colors follow the system's."""
    if failure:
        return
    static = pathlib.Path(app.outdir) / "_static"
    sheet = static / "styles/furo.css"
    style = sheet.read_text(encoding="utf-8")
    for path in re.findall(r"@import url\((/javascript/[^)]*)\)", style):
        style = style.replace(path, pathlib.Path(path).name)
        shutil.copyfile(f"/usr/share{path}", sheet.parent / pathlib.Path(path).name)
    if "prefers-color-scheme" not in style:
        colors = re.search(r'body\[data-theme="dark"\] {([^}]*)}', style)[1]
        style += f'@media screen and (prefers-color-scheme: dark) {{ body[data-theme="auto"] {{{colors}}} }}\n'
    sheet.write_text(style, encoding="utf-8")
    options = static / "documentation_options.js"
    summary = "SHOW_SEARCH_SUMMARY: true"  # which the search fetches, and no browser lets it from a disk
    options.write_text(options.read_text(encoding="utf-8").replace(summary, 'SHOW_SEARCH_SUMMARY: location.protocol !== "file:"'), encoding="utf-8")
    script = static / "scripts/furo.js"
    code = script.read_text(encoding="utf-8")
    for line, name in re.findall(r'^(import \w+ from "\./([^"]*)";)$', code, re.M):
        code = code.replace(line, (script.parent / name).read_text(encoding="utf-8"))
        (script.parent / name).unlink()
    script.write_text(code, encoding="utf-8")


def setup(app):
    app.connect("config-inited", add_lexers)
    app.connect("missing-reference", resolve)
    app.connect("doctree-read", read, priority=100)  # before Sphinx looks for the pictures
    app.connect("build-finished", mend_theme)
