#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace referee::pages {

/// The folder is not one to write a site into; worded for the operator.
class SiteRefused : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The files of a static site. It knows those of the site that was there before by their list, site.json, and
/// touches no others: a file of another name stays, and one of another that has the name of ours is not
/// replaced.
///
/// Each file is the old one or the whole new one at any moment. What is listed comes to the disk before the
/// files do, so that those of a writer that was killed are known, too.
class SiteFolder {
 public:
  /// Makes the folder, or takes over that of an earlier site. Throws SiteRefused if it holds something else,
  /// is no folder, or has a link in place of one of its folders; std::system_error.
  explicit SiteFolder(std::filesystem::path folder);

  /// Whether the file is there, and was made of what `made_of` names: then it need not be made again.
  bool has(const std::string& file, std::string_view made_of) const;
  /// Announces files that will be written; none of them has to be. Throws SiteRefused if one of them is there
  /// and not ours; std::system_error. REQUIRES: is_site_file() of each.
  void plan(std::set<std::string> files);
  /// Writes a file that has been planned, unless it has this text already. `made_of`: for has(); "": it is
  /// made again each time. Throws std::system_error.
  void write(const std::string& file, std::string_view text, std::string_view made_of = {});
  /// Keeps a file that has() is true of.
  void keep(const std::string& file) { ours_.at(file).kept = true; }
  /// Removes the files of ours that were neither written nor kept since plan(), and writes the list. Throws
  /// std::system_error.
  void finish();

  /// Whether a site has files of this name: index.html, verify.html, play.html, tournament.js, assets/...,
  /// embed/..., entrants/..., matches/..., records/.... Such a name leads out of no folder.
  static bool is_site_file(std::string_view file);

 private:
  /// One of our files.
  struct Ours {
    std::string made_of;  ///< a digest; "": not known
    bool kept = false;    ///< written or kept since plan()
  };

  void read_list();
  void write_list() const;

  std::filesystem::path folder_;
  std::map<std::string, Ours> ours_;
};

}  // namespace referee::pages
