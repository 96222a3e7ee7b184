#pragma once

#include <functional>
#include <memory>
#include <string>

#include "referee/http/http_response.h"
#include "referee/versions/hand_in_desk.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/versions.h"
#include "referee/web/token_check.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// How what is handed in reaches the tournament.
struct SubmissionTerms {
  using Told = std::function<void(const versions::HandInAnswer&)>;

  std::shared_ptr<versions::HandInDesk> desk;
  versions::VersionFolder folder;
  /// Called on the server's thread with a file that has arrived; `told` is called once, on any thread.
  std::function<void(std::shared_ptr<versions::HandIn> hand_in, Told told)> deliver;
};

/// Takes versions of bots from entrants who show their tokens, and tells what became of them:
/// protocol/SUBMISSIONS.md. A file is written as it arrives, never held in memory.
class SubmissionRoutes {
 public:
  /// Has a function called on the server's thread; false once the server has been stopped.
  using Post = std::function<bool(std::function<void()>)>;

  /// `reader` and `tokens` outlive it.
  SubmissionRoutes(TournamentReader& reader, TokenCheck& tokens, SubmissionTerms terms, Post post)
      : reader_(reader), tokens_(tokens), terms_(std::move(terms)), post_(std::move(post)) {}

  /// REQUIRES: `PUT /submissions`.
  Upload upload(const HttpRequest& request);
  /// `GET /api/submissions`, and a version's number behind it.
  HttpResponse answer(const HttpRequest& request);

 private:
  class Receiver;

  HttpResponse version(const HttpRequest& request, Entrant entrant);

  TournamentReader& reader_;
  TokenCheck& tokens_;
  SubmissionTerms terms_;
  Post post_;
};

}  // namespace referee::web
