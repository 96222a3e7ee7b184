#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/http/http_response.h"
#include "referee/pages/workers_data.h"
#include "referee/web/tournament_reader.h"
#include "referee/web/worker_watch.h"

namespace referee::web {

/// What spectators are told of the workers of a tournament: as a page and as JSON, each made at most once for
/// each reading of the store.
class WorkerRoutes {
 public:
  /// `reader` and `watch` outlive this object.
  WorkerRoutes(const TournamentReader& reader, const WorkerWatch& watch, pages::WorkerTerms terms)
      : reader_(reader), watch_(watch), terms_(terms) {}

  /// /api/workers
  HttpResponse data();
  /// What templates/workers.html shows.
  const std::string& body_html();

 private:
  void refresh();

  const TournamentReader& reader_;
  const WorkerWatch& watch_;
  pages::WorkerTerms terms_;
  // What the following is made of:
  std::shared_ptr<const WorkerWatch::Seen> seen_;
  std::int64_t version_ = 0;
  std::int64_t age_s_ = 0;
  nlohmann::json made_;
  SharedBody data_;
  std::string body_html_;
};

}  // namespace referee::web
