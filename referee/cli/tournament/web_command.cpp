#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/logging.h"
#include "referee/command/command_loop.h"
#include "referee/loop/event.h"
#include "referee/pages/built_beside.h"
#include "referee/store/store_uri.h"
#include "referee/web/web_server.h"

namespace referee {
namespace {

struct WebArguments {
  std::string what;
  std::string listen;  // empty: the usual address
  std::vector<std::string> hosts;
  std::vector<std::string> trusted_proxies;
  LogSpec log;
};

WebSpec spec_of(const WebArguments& arguments) {
  const nlohmann::json keys = {{"hosts", arguments.hosts}, {"trusted_proxies", arguments.trusted_proxies}};
  WebSpec spec = WebSpec::read(keys, "web");
  if (!arguments.listen.empty()) {
    spec.listen = Address::parse(arguments.listen);
    spec.listen_named = true;
  }
  return spec;
}

std::unique_ptr<web::WebServer> server_of(const WebArguments& arguments) {
  const WebSpec spec = spec_of(arguments);
  if (std::filesystem::is_directory(arguments.what)) {
    return std::make_unique<web::WebServer>(spec, std::filesystem::path(arguments.what));
  }
  web::WebServer::Tournament tournament;
  tournament.store = StoreUri::parse(arguments.what);
  tournament.terms.names_as_served = true;
  tournament.terms.rules = rules_of_pages();
  return std::make_unique<web::WebServer>(spec, tournament, std::nullopt);
}

/// Serves until a signal.
int serve(const WebArguments& arguments) {
  set_up_logging(arguments.log);
  const std::unique_ptr<web::WebServer> server = server_of(arguments);
  std::cout << "watch: " << server->url() << std::endl;
  Event* stop = nullptr;  // the loop outlives its events
  CommandLoop loop([&stop](int) { stop->set(); });
  Event told_to_stop(loop.io());
  stop = &told_to_stop;
  server->start();
  loop.run("web", told_to_stop.wait());
  server->stop();
  return exit_code::kDone;
}

}  // namespace

void add_web_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("web", "Show a store's tournament, or a static site, to browsers");
  const auto arguments = std::make_shared<WebArguments>();
  command->add_option("WHAT", arguments->what, "A store, or a folder: a site, or reports with a site in it")
      ->required();
  command
      ->add_option("--listen", arguments->listen,
                   "HOST:PORT of the pages; default: 127.0.0.1:7880, or the next port that is free")
      ->type_name("HOST:PORT");
  command
      ->add_option("--hosts", arguments->hosts,
                   "Names under which browsers may ask for the pages, as \"web.hosts\" of a tournament file")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option(
          "--trusted-proxies", arguments->trusted_proxies,
          "Addresses and networks of reverse proxies, as \"web.trusted_proxies\" of a tournament file")
      ->type_name("ADDRESS,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_log_options(*command, arguments->log);
  command->footer(
      "Of a store that a referee plays on, it shows what is over. It ends by a signal.\n"
      "Exit code: 0 ended by a signal; 2 no store and no site; 3 it cannot listen.\n\n"
      "Example:\n  referee web spring.db");
  command->callback([arguments, &code] { code = serve(*arguments); });
}

}  // namespace referee
