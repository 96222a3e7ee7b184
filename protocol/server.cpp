#include "protocol/server.h"

namespace protocol {

constinit const std::string_view kServer = "referee " REFEREE_VERSION;

}  // namespace protocol
