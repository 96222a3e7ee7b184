#include "referee/web/folder_routes.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/input.h"
#include "referee/base/text.h"

namespace referee::web {
namespace {

/// What a site is made of; nothing else is served.
constexpr std::array<std::pair<std::string_view, const char*>, 6> kTypes = {
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".jsonl", "application/jsonl; charset=utf-8"},
     {".bin", "application/octet-stream"},
     {".svg", "image/svg+xml"}}};

/// nullptr: files of this kind are not served.
const char* type_of(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  const auto found =
      std::ranges::find(kTypes, std::string_view(extension), &decltype(kTypes)::value_type::first);
  return found == kTypes.end() ? nullptr : found->second;
}

bool is_within(const std::filesystem::path& root, const std::filesystem::path& file) {
  return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
}

}  // namespace

FolderRoutes::FolderRoutes(const std::filesystem::path& folder) {
  for (const std::filesystem::path& root : {folder, folder / "site"}) {
    std::error_code none;
    if (std::filesystem::is_regular_file(root / "index.html", none)) {
      root_ = std::filesystem::canonical(root);
      return;
    }
  }
  throw std::invalid_argument(folder.string() +
                              ": got a folder without a site (no index.html, no site/index.html), expected "
                              "one that 'referee site STORE DIR' has made, or a store");
}

HttpResponse FolderRoutes::answer(const HttpRequest& request) {
  std::filesystem::path file = root_;
  for (const std::string& part : request.path) {
    file /= part;
  }
  if (request.path.empty()) {
    file /= "index.html";
  }
  std::error_code none;
  const std::filesystem::path real = std::filesystem::canonical(file, none);
  const char* const type = type_of(real);
  if (none || type == nullptr || !is_within(root_, real) || !std::filesystem::is_regular_file(real, none) ||
      std::filesystem::file_size(real, none) > kMostBytes) {
    return error_response(request, 404, "there is nothing at this address");
  }
  const std::optional<std::string> bytes = read_own_file(real);
  if (!bytes) {
    return error_response(request, 404, "there is nothing at this address");
  }
  HttpResponse response;
  response.content_type = type;
  response.body = make_body(*bytes);
  // A page that compiles WebAssembly says so in a policy of its own.
  response.compiles = real.extension() == ".html" && bytes->find("'wasm-unsafe-eval'") != std::string::npos;
  if (real.extension() == ".jsonl") {
    response.download_name = real.filename().string();
  } else if (real.extension() == ".bin") {  // a replay, see pages/site.cpp
    response.download_name = real.stem().string();
  }
  return response;
}

}  // namespace referee::web
