"""The class of class_hand_ins.py as the learning platforms hand it out: one file or folder with all hand-ins, and the rosters.

python3 class_downloads.py FORMAT DIR writes one into a new folder, for trying `referee collect` by hand, and prints a command.
"""
import csv
import datetime
import io
import json
import pathlib
import re
import sys
import zipfile

from class_hand_ins import MARKUP, PYTHON, HandIn, Student, bomb, hand_ins, program, zip_of

EXTRACTED = "assignment_4711_export"
TOURNAMENT = {
    "name": "Walls, spring", "game": "walls", "options": {"n": 3}, "seed": 7,
    "clock": {"kind": "per_move", "ms": 5000, "init_ms": 20000},
    "format": {"kind": "swiss", "rounds": 3},
    "store": "spring.db", "reports": "out",
}


# ---- what is in a download beside the 30 hand-ins ----


def strays():
    """Students of the roster whose hand-ins are no programs, or do more harm than those of hand_ins()."""
    def extra(number, first, files, broken):
        return HandIn([Student(number, "Extra", first, f"x{first.lower()}")], files, broken=broken)
    return [
        extra(40, "Empty", {"bot.zip": zip_of({})}, "empty"),
        extra(41, "Bomb", {"bot.zip": bomb()}, "bomb"),
        extra(42, "Text", {}, "text"),
        extra(43, "Link", {}, "link"),
    ]


def stranger():
    """In no roster."""
    return HandIn([Student(50, "Nobody", "Knows", "knobody")], {"bot.py": program(PYTHON, "f")})


def absent():
    """In the roster, and has handed in nothing."""
    return Student(60, "Absent", "Abe", "aabsent")


# ---- Canvas: Assignments, "Download submissions" ----


def canvas_again(name, times):
    """A file's name after it was handed in under the same name `times` times before."""
    stem, ending = re.fullmatch(r"(.*?)((?:\.[A-Za-z][A-Za-z0-9]*)*)", name, re.S).groups()
    return f"{stem}-{times}{ending}" if times else name


def canvas_prefix(hand_in, anonymous=""):
    # What Canvas keeps of a name: letters of any script, digits and "_", in lower case.
    who = re.sub(r"\W", "", (hand_in.group or hand_in.by.sortable).lower())
    late = ["LATE"] if hand_in.late else []
    return "_".join(late + [f"anon_{anonymous}"] if anonymous else [who, *late, str(hand_in.by.canvas)])


def canvas(made, anonymous=False):
    files = {}
    for number, hand_in in enumerate(made):
        prefix = canvas_prefix(hand_in, f"aB{number:03}" if anonymous else "")
        for position, (name, data) in enumerate(hand_in.files.items()):
            # Each file has a number of its own, also those of one hand-in; every fifth hand-in is not the first one of its student.
            file_id = 880000 + 101 * number + 17 * position
            again = canvas_again(re.sub(r'[\0/\\:*?"<>|]+', "_", name), (1 + position) * (number % 5 == 0))
            files[f"{prefix}_{file_id}_{again}"] = data
        if hand_in.broken == "text":
            files[f"{prefix}_text.html"] = f"<!DOCTYPE html><p>{MARKUP}</p>".encode()
        if hand_in.broken == "link":
            files[f"{prefix}_link.html"] = b'<meta http-equiv="refresh" content="0; url=https://example.edu/">'
    return files


# ---- Moodle: "Download all submissions" ----


def moodle_clean(name):
    return re.sub(r"[\0-\x1f\x7f&<>\"`|':\\/]", "", name)


def moodle_team(hand_in):
    return hand_in.group or f"Alone {hand_in.by.login}", 77000 + hand_in.by.moodle


def moodle_prefix(hand_in, teams):
    name, number = moodle_team(hand_in) if teams else (hand_in.by.name, hand_in.by.moodle)
    return moodle_clean(f"{name.replace('_', ' ')}_{number}")


def moodle(made, folders=True, ending="_", teams=False):
    """`ending`: Moodle up to 4.0 ends its folders with "_", newer ones with nothing. `teams`: the number is a group's."""
    files = {}
    for hand_in in made:
        prefix = moodle_prefix(hand_in, teams) + "_assignsubmission_"
        for name, data in hand_in.files.items():
            kind = "file" + (ending + "/" if folders else "_")
            files[prefix + kind + moodle_clean(name)] = data
        if hand_in.broken in ("text", "link"):
            files[prefix + "onlinetext" + (ending + "/" if folders else "_") + "onlinetext.html"] = f"<p>{MARKUP}</p>".encode()
    return files


# ---- Gradescope: "Export submissions" ----


def gradescope_time(at):
    return at.strftime("%Y-%m-%d %H:%M:%S.%f000 Z")


def gradescope_entry(number, hand_in):
    submitters = "".join(f"\n  - :name: {member.name}\n    :sid: '{member.sis}'\n    :email: {member.email}" for member in hand_in.members)
    return f"""submission_{number}:
  :submitters:{submitters}
  :created_at: {gradescope_time(hand_in.at)}
  :score: 1.5
  :status: processed
  :results:
    tests:
    - name: 'it''s there: yes'
      score: 1.5
      output: |-
        submission_1:
          :submitters:
          - :name: Mallory
            :sid: '{hand_in.by.sis}'
        {MARKUP}
    stdout_visibility: hidden
  :history:
  - :id: {number - 1}
    :submitters: []
    :created_at: {gradescope_time(hand_in.at - datetime.timedelta(days=1))}
    :score: 0.0
"""


def gradescope(made):
    files, about = {f"__MACOSX/{EXTRACTED}/._submission_metadata.yml": b"\0\5\26\7", f"{EXTRACTED}/.DS_Store": b"\0\0\0\1Bud1"}, "---\n"
    for number, hand_in in enumerate(made, 300_000_001):
        about += gradescope_entry(number, hand_in)
        for name, data in hand_in.files.items():
            uploaded = {name: data}
            if name.endswith(".zip") and not hand_in.broken:  # Gradescope has unpacked it
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    uploaded = {entry: archive.read(entry) for entry in archive.namelist()}
            for entry, content in uploaded.items():
                files[f"{EXTRACTED}/submission_{number}/{entry}"] = content
    files[f"{EXTRACTED}/submission_metadata.yml"] = about.encode()
    return files


# ---- a plain folder ----


def folder(made):
    """A folder for each login, or an archive where only that was handed in."""
    files = {}
    for hand_in in made:
        for name, data in hand_in.files.items():
            alone = re.fullmatch(r".*?(\.zip|\.tar\.gz)", name) if len(hand_in.files) == 1 else None
            files[hand_in.by.login + alone.group(1) if alone else f"{hand_in.by.login}/{name}"] = data
    return files


FORMATS = {
    "canvas": canvas,
    "moodle": moodle,
    "moodle-flat": lambda made: moodle(made, folders=False),
    "moodle-teams": lambda made: moodle(made, ending="", teams=True),
    "gradescope": gradescope,
    "folder": folder,
}


# ---- rosters and groups ----


def table(rows, head="", newline="\r\n"):
    out = io.StringIO()
    csv.writer(out, lineterminator=newline).writerows(rows)
    return (head + out.getvalue()).encode()


def gradebook(people):
    """The gradebook of Canvas."""
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Bots (4711)", "Final Score"],
            ["    Points Possible", "", "", "", "", "100", "(read only)"]]
    rows += [[one.sortable, one.canvas, one.sis, one.login, "Monday, 8", "", "55.5"] for one in people]
    return table(rows + [["Student, Test", "40001", "", "", "Monday, 8", "", ""]], "\ufeff")


def participants(people):
    """What Moodle exports of a course; participants' numbers are not in it."""
    return table([["First name", "Last name", "ID number", "Email address", "Assignment: Bots (Real)"]]
                 + [[one.first, one.last, one.sis, one.email, "-"] for one in people], newline="\n")


def worksheet(people):
    """The grading worksheet of the assignment in Moodle."""
    head = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
            "Last modified (submission)", "Last modified (grade)", "Feedback comments"]
    return table([head] + [[f"Participant {one.moodle}", one.name, one.email, "Submitted for grading", "", "100.00", "Yes",
                            "Friday, 20 November 2026, 11:43 PM", "-", ""] for one in people], newline="\n")


def canvas_groups(made):
    """The groups as Canvas exports them: People, Import, "Download Course Roster CSV"."""
    rows = [["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name", "canvas_group_id", "group_id"]]
    for hand_in in made:
        group = [hand_in.group, 5000 + hand_in.by.canvas] if hand_in.group else ["", ""]
        rows += [[one.sortable, one.canvas, one.sis, one.login, "Monday, 8", *group, ""] for one in hand_in.members]
    return table(rows, newline="\n")


def own_groups(made, teams):
    """The groups as a teacher who uses Moodle writes them down; with `teams` everybody is in one."""
    rows = [["group", "group_id", "member"]]
    if not teams and not any(hand_in.group for hand_in in made):
        rows += [["", "", one.email] for hand_in in made for one in hand_in.members]
    for hand_in in made:
        if teams or hand_in.group:
            rows += [[*(moodle_team(hand_in) if teams else (hand_in.group, "")), one.email] for one in hand_in.members]
    return table(rows, newline="\n")


def all_people(*made):
    return [member for group in made for hand_in in group for member in hand_in.members] + [absent()]


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2026, 11, 22, 9, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


def unpack_into(top, files):
    for name, data in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def write(form, top, made=None, beside=()):
    """Writes the class as `form` has it below `top`: `download.zip`, or the folder `download` of a plain folder; beside it the
    rosters, the groups and a tournament without entrants. `beside`: hand-ins that are in the rosters only."""
    made = hand_ins() if made is None else made
    files = FORMATS[form](made)
    if form == "folder":
        unpack_into(top / "download", files)
    else:
        (top / "download.zip").write_bytes(packed(files))
    people = all_people(made, beside)
    unpack_into(top, {
        "gradebook.csv": gradebook(people), "participants.csv": participants(people), "worksheet.csv": worksheet(people),
        "groups.csv": own_groups(made, form == "moodle-teams") if form.startswith("moodle") else canvas_groups(made),
        "tournament.json": json.dumps(TOURNAMENT, indent=2).encode(),
    })
    return made


def download(form):
    return "download" if form == "folder" else "download.zip"


def roster(form):
    """The roster by whose numbers or logins the hand-ins of `form` are known."""
    return "worksheet.csv" if form.startswith("moodle") else "gradebook.csv"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in FORMATS:
        sys.exit(f"class_downloads.py: got {sys.argv[1:]}, expected FORMAT DIR with FORMAT one of {', '.join(FORMATS)}")
    form, top = sys.argv[1], pathlib.Path(sys.argv[2])
    top.mkdir(parents=True)
    write(form, top, hand_ins() + strays())
    print(f"cd {top} && referee collect {download(form)} --tournament tournament.json --roster {roster(form)} --groups groups.csv --out class")


if __name__ == "__main__":
    main()
