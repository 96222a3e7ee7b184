"""Settings of Sphinx for the site of all pages; scripts/docs calls it. Pages have the paths that they have in the repository.

Links between pages are MyST's. Links to other files of the repository lead to a copy of the file at its own path; to what the
site does not have, such as a folder or an address outside of the repository that is not absolute, there is no link.
"""
import os
import pathlib
import re
import shutil

from docutils import nodes
from pygments.lexers.special import TextLexer
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
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_theme_options = {"navigation_with_keys": False}


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
    if f"{path}/README" in env.all_docs:
        return make_refnode(app.builder, docname, f"{path}/README", "", content)
    if (ROOT / path).is_dir():
        return content
    copy_file(app, path)
    link = nodes.reference("", "", content, internal=True, refuri=os.path.relpath(path, os.path.dirname(docname)))
    return link


def copy_file(app, path):
    """A file of the repository comes to the site, at its own path."""
    copy = pathlib.Path(app.outdir) / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / path, copy)


def read(app, doctree):
    """Nothing is loaded from elsewhere; headings also have the anchors of forges; files that HTML in a page names come along."""
    for image in list(doctree.findall(nodes.image)):
        if "://" in image["uri"] or path_of(image["uri"], app.env.docname) is None:
            image.replace_self(nodes.Text(image.get("alt", "")))
    for section in doctree.findall(nodes.section):
        anchor = section.get("myst-anchor", "").partition("#")[2]
        if anchor and anchor not in section["ids"]:
            section["ids"].append(anchor)
    for html in doctree.findall(nodes.raw):
        for target in re.findall(r'\b(?:src|srcset|href)="([^":#]+)"', html.astext()):
            path = path_of(target, app.env.docname)
            if path and (ROOT / path).is_file() and not path.endswith(".md"):
                copy_file(app, path)


def setup(app):
    app.add_lexer("transcript", TextLexer)
    app.connect("missing-reference", resolve)
    app.connect("doctree-read", read)
