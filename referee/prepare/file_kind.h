#pragma once

#include <filesystem>
#include <string_view>

namespace referee::prepare {

// What a file of a hand-in is, by its name and its first bytes.

/// Whether a file is one that holds others. Its first bytes tell: those of a zip, tar, 7z or rar, or of what
/// gzip, bzip2, xz and zstd make. Its name tells only that it is none, as "bot.jar" does, or that it should
/// be one, as "bot.zip" does: whoever unpacks that says what is wrong with it. False if it cannot be read.
bool is_archive(const std::filesystem::path& file);

/// Whether this is the name of one file that was compressed, as "weights.json.gz", and not of a tar.
bool is_compressed_alone(std::string_view name);

/// "ada.tar.gz": "ada"; the name itself if it does not end as an archive's, in any case of letters.
std::string_view without_archive_ending(std::string_view name);

/// Whether a file or folder is one that Windows, macOS, Python, a build or an editor leaves behind, such as
/// .DS_Store, Thumbs.db, __pycache__ or ~$report.docx: nobody means to hand it in, and no program is in it.
bool is_left_behind(std::string_view name);

/// Whether a file is for people to read, such as README, LICENSE or report.pdf: no program, but handed in.
bool is_document(std::string_view name);

}  // namespace referee::prepare
