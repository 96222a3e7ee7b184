#pragma once

// Each file sees the whole of nlohmann/json: libc++ looks into a type earlier than libstdc++ does.
#include <nlohmann/json.hpp>
