#include "referee/store/postgres_connection.h"

#include <poll.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

constexpr Oid kBytes = 17;   // BYTEA, as the table pg_type has it
constexpr Oid kNumber = 20;  // BIGINT
constexpr int kBinary = 1;   // a format of libpq
constexpr int kByteBits = 8;

/// Defaults, before what the URI says: a server that is gone without a word is noticed within half a minute.
constexpr std::array<std::pair<const char*, const char*>, 7> kDefaults{{
    {"connect_timeout", "10"},
    {"keepalives", "1"},
    {"keepalives_idle", "10"},
    {"keepalives_interval", "5"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "25000"},
    {"application_name", "referee"},
}};

/// The statement as PostgreSQL has it: "?" as $1, $2 and so on.
std::string translated(std::string_view sql) {
  constexpr std::string_view kCollation = " COLLATE BINARY";
  std::string text;
  int values = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '?') {
      text += "$" + std::to_string(++values);
    } else if (sql.substr(i).starts_with(kCollation)) {
      i += kCollation.size() - 1;
    } else {
      text += sql[i];
    }
  }
  return text;
}

/// One line of what libpq says in several.
std::string one_line(const char* message) {
  std::string line;
  for (const char c : std::string_view(message == nullptr ? "" : message)) {
    if (c == '\n' || c == '\t') {
      line += line.empty() || line.back() == ' ' ? "" : " ";
    } else {
      line += c;
    }
  }
  while (line.ends_with(' ')) {
    line.pop_back();
  }
  return line;
}

/// States in which the same may work on another connection a little later: exceptions of the connection, a
/// server that ends, begins or has no place, and one that has become a standby.
bool passes(std::string_view state) {
  return state.starts_with("08") || state.starts_with("57P0") || state == "53300" || state == "25006";
}

/// The values of a statement as libpq takes them.
class Bound {
 public:
  explicit Bound(const std::vector<SqlValue>& given) {
    numbers_.reserve(given.size());
    for (const SqlValue& value : given) {
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        numbers_.push_back(big_endian(*number));
        add(kNumber, numbers_.back().data(), numbers_.back().size());
      } else {
        const std::string& text = *std::get<const std::string*>(value);
        add(kBytes, text.data(), text.size());
      }
    }
  }

  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;

 private:
  using Number = std::array<char, sizeof(std::int64_t)>;

  static Number big_endian(std::int64_t number) {
    Number bytes{};
    auto rest = static_cast<std::uint64_t>(number);
    for (std::size_t i = bytes.size(); i-- > 0; rest >>= kByteBits) {
      bytes[i] = static_cast<char>(rest & 0xff);
    }
    return bytes;
  }

  void add(Oid type, const char* data, std::size_t size) {
    types.push_back(type);
    values.push_back(data);
    lengths.push_back(static_cast<int>(size));
    formats.push_back(kBinary);
  }

  std::vector<Number> numbers_;
};

class PostgresRow final : public SqlRow {
 public:
  explicit PostgresRow(const PGresult* result) : result_(result) {}
  void go_to(int row) { row_ = row; }

  /// The value of a column that has a number of any size, or a truth value.
  std::int64_t number(int column) const override {
    const std::string bytes = text(column);
    std::uint64_t number = !bytes.empty() && (bytes.front() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (const char byte : bytes) {
      number = number << kByteBits | static_cast<unsigned char>(byte);
    }
    return static_cast<std::int64_t>(number);
  }
  std::string text(int column) const override {
    return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }

 private:
  const PGresult* result_;
  int row_ = 0;
};

/// Whether the connection is gone, after an error of that SQLSTATE. A query that could not be sent leaves the
/// connection's status as it was: reading from it shows that the server has closed it, once what it has said
/// before is read.
bool is_lost(PGconn* connection, const std::string& state) {
  const auto is_closed = [connection] { return PQconsumeInput(connection) == 0; };
  return PQstatus(connection) == CONNECTION_BAD || (state.empty() && (is_closed() || is_closed()));
}

}  // namespace

PostgresConnection::PostgresConnection(const StoreUri& uri, Statements statements) : statements_(statements) {
  REQUIRE(uri.kind() == StoreUri::Kind::postgresql);
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : kDefaults) {
    keys.push_back(key);
    values.push_back(value);
  }
  const std::string address = uri.address();
  keys.insert(keys.end(), {"dbname", nullptr});
  values.insert(values.end(), {address.c_str(), nullptr});
  connection_.reset(PQconnectdbParams(keys.data(), values.data(), 1));
  if (connection_ == nullptr || PQstatus(connection_.get()) != CONNECTION_OK) {
    throw PostgresError(one_line(PQerrorMessage(connection_.get())), "", true);
  }
  exec("SET synchronous_commit = on; SET client_min_messages = warning; SET search_path = " +
       quoted_name(uri.schema()) + ", pg_temp");  // else temporary tables of a role would come first
}

PostgresConnection::Result PostgresConnection::query(const char* sql, const std::vector<SqlValue>& values) {
  const Bound bound(values);
  const int count = static_cast<int>(values.size());
  Result result(statements_ == Statements::planned_once
                    ? PQexecPrepared(connection_.get(), prepared(sql, bound.types).c_str(), count,
                                     bound.values.data(), bound.lengths.data(), bound.formats.data(), kBinary)
                    : PQexecParams(connection_.get(), translated(sql).c_str(), count, bound.types.data(),
                                   bound.values.data(), bound.lengths.data(), bound.formats.data(), kBinary));
  require(result);
  return result;
}

/// The statement's name, under which the server knows it from now on.
const std::string& PostgresConnection::prepared(const char* sql, const std::vector<Oid>& types) {
  const auto [found, is_new] = prepared_.try_emplace(sql, "statement_" + std::to_string(prepared_.size()));
  if (is_new) {
    const Result result(PQprepare(connection_.get(), found->second.c_str(), translated(sql).c_str(),
                                  static_cast<int>(types.size()), types.data()));
    try {
      require(result);
    } catch (const PostgresError&) {
      prepared_.erase(found);
      throw;
    }
  }
  return found->second;
}

void PostgresConnection::require(const Result& result) const {
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
    return;
  }
  const char* const field = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
  const std::string state = field == nullptr ? "" : field;
  const char* const primary = PQresultErrorField(result.get(), PG_DIAG_MESSAGE_PRIMARY);
  throw PostgresError(one_line(primary == nullptr ? PQerrorMessage(connection_.get()) : primary), state,
                      passes(state) || is_lost(connection_.get(), state));
}

int PostgresConnection::run(const char* sql, const std::vector<SqlValue>& values) {
  const Result result = query(sql, values);
  const std::string changed = PQcmdTuples(result.get());
  return changed.empty() ? 0 : std::stoi(changed);
}

void PostgresConnection::each(const char* sql, const std::vector<SqlValue>& values, const TakeRow& take) {
  const Result result = query(sql, values);
  PostgresRow row(result.get());
  for (int i = 0; i < PQntuples(result.get()); ++i) {
    row.go_to(i);
    take(row);
  }
}

void PostgresConnection::exec(const std::string& sql) {
  const Result result(PQexec(connection_.get(), sql.c_str()));
  require(result);
}

void PostgresConnection::wait_for_notice(std::chrono::milliseconds patience) {
  pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
  const int ready = ::poll(&socket, 1, static_cast<int>(patience.count()));
  if (ready > 0 && PQconsumeInput(connection_.get()) == 0) {
    throw PostgresError(one_line(PQerrorMessage(connection_.get())), "", true);
  }
  while (PGnotify* const notice = PQnotifies(connection_.get())) {
    PQfreemem(notice);
  }
}

std::int64_t PostgresConnection::number(const char* sql, const std::vector<SqlValue>& values) {
  std::int64_t number = 0;
  each(sql, values, [&number](const SqlRow& row) { number = row.number(0); });
  return number;
}

PostgresTransaction::PostgresTransaction(PostgresConnection& connection, Kind kind)
    : connection_(connection) {
  connection_.exec(kind == Kind::write ? "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
                                       : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

PostgresTransaction::~PostgresTransaction() {
  if (open_) {
    try {
      connection_.exec("ROLLBACK");
    } catch (const PostgresError&) {
      // Without a connection the server undoes it by itself.
    }
  }
}

void PostgresTransaction::commit() {
  open_ = false;
  connection_.exec("COMMIT");
}

std::string quoted_name(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + "\"";
}

}  // namespace referee
