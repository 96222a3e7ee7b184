#include "referee/web/submission_routes.h"

#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/failure_text.h"
#include "referee/versions/incoming_file.h"
#include "referee/versions/version_data.h"

namespace referee::web {
namespace {

constexpr std::size_t kOwnPath = 2;  // api, submissions

HttpResponse refusal_response(const HttpRequest& request, const versions::HandInRefusal& refusal) {
  HttpResponse response = error_response(request, refusal.status, refusal.why);
  if (refusal.retry) {
    set_retry_after(response, *refusal.retry);
  }
  return response;
}

/// What the machine does not let us write.
HttpResponse unwritten(const HttpRequest& request, const std::system_error& failure) {
  spdlog::error("a submission cannot be kept: {}", failure_text(failure));
  const bool full = failure.code() == std::errc::no_space_on_device ||
                    failure.code() == std::error_code(EDQUOT, std::generic_category());
  return full ? error_response(request, 507, "the referee's disk is full: tell your instructor")
              : error_response(
                    request, 500,
                    "the referee could not keep it: try again, or tell your instructor (the log says why)");
}

HttpResponse answer_response(const HttpRequest& request, const versions::HandInAnswer& answer) {
  if (answer.refused) {
    return refusal_response(request, *answer.refused);
  }
  const StoredVersion& version = answer.version;
  const bool waits = version.status == StoredVersion::Status::waiting;
  const bool ready = version.status == StoredVersion::Status::ready;
  const nlohmann::json data = {{"number", version.number},
                               {"sha256", version.sha256},
                               {"status", waits   ? "waiting"
                                          : ready ? "ready"
                                                  : "failed"},
                               {"known", answer.known},
                               {"url", "/api/submissions/" + std::to_string(version.number)}};
  HttpResponse response = json_response(make_body(protocol::dump(data)));
  response.status = waits ? 202 : 200;
  response.cache_control = "no-store";
  return response;
}

}  // namespace

/// One file on its way.
class SubmissionRoutes::Receiver final : public BodyReceiver {
 public:
  Receiver(SubmissionRoutes& routes, HttpRequest request, std::shared_ptr<versions::HandIn> hand_in)
      : routes_(routes), request_(std::move(request)), hand_in_(std::move(hand_in)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override {
    const std::uint64_t most = routes_.terms_.desk->spec().max_bytes;
    if (hand_in_->file.bytes() + bytes.size() > most) {
      return error_response(request_, 413,
                            "a submission may have at most " + std::to_string(most) + " bytes");
    }
    if (const auto taken_away = hand_in_->place.taken_away()) {
      return refusal_response(request_, *taken_away);
    }
    try {
      hand_in_->file.write(bytes);
    } catch (const std::system_error& failure) {
      return unwritten(request_, failure);
    }
    return std::nullopt;
  }

  void end(Reply reply) override {
    if (hand_in_->file.bytes() == 0) {
      reply(error_response(request_, 400, "expected a file: the body is empty"));
      return;
    }
    try {
      hand_in_->file.finish();
    } catch (const std::system_error& failure) {
      reply(unwritten(request_, failure));
      return;
    }
    // The answer may come when this object is gone, or the server has been stopped.
    routes_.terms_.deliver(std::move(hand_in_), [post = routes_.post_, request = request_,
                                                 reply = std::move(reply)](const auto& answer) {
      post([response = answer_response(request, answer), reply] { reply(response); });
    });
  }

 private:
  SubmissionRoutes& routes_;
  HttpRequest request_;
  std::shared_ptr<versions::HandIn> hand_in_;
};

Upload SubmissionRoutes::upload(const HttpRequest& request) {
  const auto who = tokens_.entrant_of(request);
  if (const auto* const refused = std::get_if<HttpResponse>(&who)) {
    return *refused;
  }
  const versions::HandInDesk::Applicant from{std::get<Entrant>(who), request.client};
  auto place = terms_.desk->enter(from, request.content_length, reader_.clock().utc());
  if (const auto* const refused = std::get_if<versions::HandInRefusal>(&place)) {
    return refusal_response(request, *refused);
  }
  try {
    versions::IncomingFile file(terms_.folder, std::string(request.parameter("name").value_or("")));
    auto hand_in = std::make_shared<versions::HandIn>(
        versions::HandIn{from, std::move(file), std::move(std::get<versions::HandInDesk::Place>(place))});
    return std::make_unique<Receiver>(*this, request, std::move(hand_in));
  } catch (const std::system_error& failure) {
    return unwritten(request, failure);
  }
}

HttpResponse SubmissionRoutes::answer(const HttpRequest& request) {
  const auto who = tokens_.entrant_of(request);
  HttpResponse response;
  if (const auto* const refused = std::get_if<HttpResponse>(&who)) {
    response = *refused;
  } else if (request.path.size() == kOwnPath) {
    response = json_response(make_body(
        versions::versions_json(reader_.snapshot().content(), std::get<Entrant>(who), terms_.desk->spec())));
  } else {
    response = version(request, std::get<Entrant>(who));
  }
  response.cache_control = "no-store";  // of one person
  return response;
}

HttpResponse SubmissionRoutes::version(const HttpRequest& request, Entrant entrant) {
  const std::string& text = request.path[kOwnPath];
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (request.path.size() != kOwnPath + 1 || error != std::errc{} || end != text.data() + text.size()) {
    return error_response(request, 404, "there is nothing at this address");
  }
  const StoredVersion* found = versions::find_version(reader_.snapshot().content(), entrant, number);
  if (found == nullptr) {
    reader_.refresh_now();  // it has been handed in since the last look into the store
    found = versions::find_version(reader_.snapshot().content(), entrant, number);
  }
  if (found == nullptr) {
    return error_response(request, 404, "you have no submission of this number");
  }
  return json_response(make_body(versions::version_json(reader_.snapshot().content(), *found)));
}

}  // namespace referee::web
