"""The page of the workers, its data, and their figures for Prometheus, while a tournament is played and afterwards."""
import html
import json
import signal
import unittest

import jsonschema

from fixture.program import ROOT
from fixture.worker_pages import SEED, WorkerPagesCase

SCHEMA, TOURNAMENT = (jsonschema.Draft202012Validator(json.loads((ROOT / f"referee/pages/schema/{name}_data.schema.json").read_text()))
                      for name in ("workers", "tournament"))
HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e"


def jobs_of(data):
    return [job for worker in data["workers"] for job in worker["jobs"]]


class WorkersPage(WorkerPagesCase):
    def test_who_plays_what_is_shown(self):
        self.begin()
        alone = self.until_workers(lambda data: data["waiting"] == 3)
        SCHEMA.validate(alone)
        self.assertEqual([], alone["workers"])
        self.worker("steady")
        self.worker("other")
        data = self.until_workers(lambda data: [job["turn"] > 0 for job in jobs_of(data)] == [True, True])
        SCHEMA.validate(data)
        self.assertEqual((1, 2, 2, 0), tuple(data[key] for key in ("waiting", "running", "alive", "leases_lost")))
        for worker in data["workers"]:
            self.assertRegex(worker["name"], "^(steady|other)/")
            self.assertEqual((1, 0, "none", False), (worker["slots"], worker["done"], worker["machine"]["sandbox"], worker["silent"]))
        for job in jobs_of(data):
            self.assertRegex(job["match"], "^r1t[123]g1$")
            self.assertEqual(1, job["attempt"])
            self.assertEqual(2, len([name for name in job["players"] if name.startswith("held-")]))
        page = self.page("/workers")
        for job in jobs_of(data):
            self.assertRegex(page, rf"<b>{job['match']}</b>, turn [1-9]\d*, \d+ s <small><bdi>held-")
        self.assertIn('<a id="to-workers" href="workers" hidden>', self.page("/"))
        tournament = self.tournament()
        TOURNAMENT.validate(tournament)
        self.assertTrue(tournament["workers"])
        self.assertEqual((1, 2, 2, 0), tuple(map(self.metric, ("referee_jobs_waiting", "referee_jobs_running", "referee_workers",
                                                              "referee_leases_lost_total"))))
        self.assertEqual(2, self.metric("referee_job_claim_seconds_count"))
        told = self.referee("workers", self.store)
        self.assertRegex(told, r"^1 games wait, the oldest for \d+ s, 2 workers\n")
        self.assertRegex(told, r"\n  r1t\dg1/1 +(steady|other)/\w+ +referee +[1-9]\d* +\d+ s\n")
        self.go()
        data = self.until_workers(lambda data: sum(worker["done"] for worker in data["workers"]) == 3 and data["running"] == 0)
        SCHEMA.validate(data)
        self.assertEqual((0, None), (data["waiting"], data["oldest_wait_s"]))
        self.assertEqual([], jobs_of(data))
        self.assertEqual(3, self.metric("referee_job_claim_seconds_count"))
        # The database has a result before the referee has heard of it.
        self.until(lambda: self.metric('referee_matches_total{outcome="done"}') == 3)
        self.assertEqual(0, self.metric("referee_matches_running"))
        self.assertGreater(self.metric("referee_store_commit_seconds_count"), 0)
        for secret in (str(SEED), str(self.folder), "python3", "bundle", "postgres"):
            self.assertNotIn(secret.encode(), self.received, secret)

    def test_a_worker_that_is_gone_is_silent_and_its_name_is_text(self):
        """Over 5 s: only time makes a worker silent."""
        self.begin(entrants=2)
        worker = self.worker(HOSTILE)
        self.until_workers(jobs_of)
        worker.signal(signal.SIGKILL)
        self.end_leases("<img")
        data = self.until_workers(lambda data: data["leases_lost"] == 1 and data["workers"][0]["silent"])
        SCHEMA.validate(data)
        self.assertEqual((1, 0, 0), tuple(data[key] for key in ("waiting", "running", "alive")))
        [gone] = data["workers"]
        shown = HOSTILE.replace("\u202e", "?")
        self.assertTrue(gone["name"].startswith(shown + "/"), gone["name"])
        page = self.page("/workers")
        self.assertIn(f"<bdi>{html.escape(shown).replace('&#x27;', '&#39;')}/", page)
        self.assertNotIn("<img", page)
        self.assertIn("silent for ", page)
        self.assertEqual((0, 1), (self.metric("referee_workers"), self.metric("referee_leases_lost_total")))
        self.assertIn("silent", self.referee("workers", self.store))

    def test_what_is_not_shown_yet_is_not_told(self):
        self.begin(entrants=2, web={"freeze_rounds": 100})
        self.worker("steady")
        data = self.until_workers(jobs_of)
        SCHEMA.validate(data)
        self.assertEqual([{"kind": "match", "match": None, "attempt": None, "players": [], "has_page": False, "turn": None,
                           "seconds": None}], jobs_of(data))
        self.page("/workers")
        for secret in ("r1t1", "held-"):
            self.assertNotIn(secret.encode(), self.received)

    def test_pages_outlive_a_database_that_is_away(self):
        """Over 5 s: the state is called old after 10 s."""
        self.begin(entrants=2)
        self.worker("steady")
        self.until_workers(jobs_of)
        self.server.end("immediate")
        try:
            data = self.until_workers(lambda data: data["age_s"] > 10)
            SCHEMA.validate(data)
            self.assertIn("The database cannot be read now. You see the state of ", self.page("/workers"))
            self.get("/api/tournament")
        finally:
            self.server.begin()
        self.until_workers(lambda data: data["age_s"] < 2)

    def test_without_workers_there_is_no_page(self):
        self.begin(entrants=2, workers=False)
        for path in ("/workers", "/api/workers"):
            self.assertEqual(404, self.get(path).status, path)
        self.assertFalse(self.tournament()["workers"])
        self.go()


if __name__ == "__main__":
    unittest.main()
