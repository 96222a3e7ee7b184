#include "referee/web/worker_routes.h"

#include <chrono>
#include <utility>

#include "protocol/json_writer.h"
#include "referee/pages/workers_page.h"

namespace referee::web {

void WorkerRoutes::refresh() {
  auto seen = watch_.seen();
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(reader_.clock().now() - seen->at);
  if (seen == seen_ && version_ == reader_.version() && age_s_ == age.count()) {
    return;
  }
  seen_ = std::move(seen);
  version_ = reader_.version();
  age_s_ = age.count();
  made_ = pages::workers_data(seen_->overview, age, reader_.snapshot(), terms_);
  data_ = nullptr;
  body_html_.clear();
}

HttpResponse WorkerRoutes::data() {
  refresh();
  if (!data_) {
    data_ = make_body(protocol::dump(made_));
  }
  return json_response(data_);
}

const std::string& WorkerRoutes::body_html() {
  refresh();
  if (body_html_.empty()) {
    body_html_ = pages::workers_body_html(made_);
  }
  return body_html_;
}

}  // namespace referee::web
