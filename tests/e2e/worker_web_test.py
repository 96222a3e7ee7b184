"""The page of the workers, its data, and their figures for Prometheus, while a tournament is played and afterwards."""
import json
import unittest

import jsonschema

from fixture.program import ROOT
from fixture.worker_pages import SEED, WorkerPagesCase

SCHEMA, TOURNAMENT = (jsonschema.Draft202012Validator(json.loads((ROOT / f"referee/pages/schema/{name}_data.schema.json").read_text()))
                      for name in ("workers", "tournament"))


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


if __name__ == "__main__":
    unittest.main()
