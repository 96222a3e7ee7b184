#pragma once

#include <filesystem>
#include <string>

namespace referee {

/// SHA-256 (64 hex digits, lower case) of what a folder holds: the relative path of each file, link and
/// folder, in the order of their bytes, whether its owner may run it, where a link leads, and what the file
/// holds. Times, owners and the folder's own name do not count: the same files give the same hash on every
/// machine. What another user owns is read as FolderTree does. Throws std::system_error if something cannot
/// be read.
std::string content_hash(const std::filesystem::path& folder);

/// SHA-256 (64 hex digits, lower case) of one file: whether its owner may run it, and what it holds. Throws
/// std::system_error if it cannot be read.
std::string file_hash(const std::filesystem::path& file);

}  // namespace referee
