"""scripts/check-layers on trees of two folders: the trees that pass, and the messages for the others."""
import unittest

from small_tree import SmallTree


class CheckLayers(SmallTree):
    SCRIPT = "check-layers"

    def setUp(self):
        super().setUp()
        for part in ["protocol", "engines", "sample_bots"]:
            (self.top / part).mkdir()
        self.room("low", links="", source="#include <vector>\n")
        self.room("high", links="referee_low", source='#include "referee/low/low.h"\n')

    def room(self, name, links, source):
        folder = self.top / "referee" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "CMakeLists.txt").write_text(
            f"# A comment (with brackets).\nadd_library(referee_{name} STATIC {name}.cpp)\n"
            f"target_link_libraries(\n  referee_{name}\n  PUBLIC {links}\n  PRIVATE project_options)\n"
        )
        (folder / f"{name}.h").write_text("#pragma once\n")
        (folder / f"{name}.cpp").write_text(source)

    def test_arrows_that_only_point_down_pass(self):
        self.assertEqual((0, ""), self.check())

    def test_an_include_of_what_is_not_linked_is_refused(self):
        self.room("low", links="", source='\n#include "referee/high/high.h"\n')
        said = 'referee/low/low.cpp:2: #include "referee/high/high.h": referee/low does not link referee/high\n'
        self.assertEqual((1, said), self.check())

    def test_so_is_one_in_a_header(self):
        (self.top / "referee/low/low.h").write_text('#include "referee/high/high.h"\n')
        said = 'referee/low/low.h:1: #include "referee/high/high.h": referee/low does not link referee/high\n'
        self.assertEqual((1, said), self.check())

    def test_a_circle_is_refused(self):
        self.room("low", links="referee_high", source='#include "referee/high/high.h"\n')
        said = "check-layers: a circle: referee/high -> referee/low -> referee/high\n"
        self.assertEqual((1, said), self.check())

    def test_a_link_that_nothing_needs_is_told(self):
        self.room("high", links="referee_low", source="\n")
        said = "referee/high/CMakeLists.txt: links referee/low, and includes nothing of it\n"
        self.assertEqual((1, said), self.check())

    def test_a_folder_that_is_gone_is_told(self):
        self.room("high", links="referee_low", source='#include "referee/low/low.h"\n#include "referee/old/old.h"\n')
        said = 'referee/high/high.cpp:2: #include "referee/old/old.h": there is no such folder\n'
        self.assertEqual((1, said), self.check())

    def test_rules_know_no_sockets(self):
        (self.top / "engines/CMakeLists.txt").write_text("add_library(engines STATIC chess.cpp)\n")
        (self.top / "engines/chess.cpp").write_text("#include <sys/socket.h>\n")
        code, said = self.check()
        self.assertEqual(1, code)
        self.assertIn("engines/chess.cpp:1: #include <sys/socket.h", said)

    def test_the_picture_has_a_line_for_each_layer(self):
        self.assertEqual((0, " 1  referee/high\n 0  referee/low\n"), self.check("--picture"))


if __name__ == "__main__":
    unittest.main()
