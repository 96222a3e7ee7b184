// What referee/store/ calls of libpq, which brings some twenty libraries along (Kerberos, LDAP, GnuTLS): only
// a store in a PostgreSQL database needs them.

#include <libpq-fe.h>

#include "packaging/late/late_library.h"

namespace {
constinit late::Library library(LIBRARY);
}

LATE_1(PQclear)
LATE_1(PQcmdTuples)
LATE_3(PQconnectdbParams)
LATE_1(PQconsumeInput)
LATE_1(PQerrorMessage)
LATE_2(PQexec)
LATE_8(PQexecParams)
LATE_7(PQexecPrepared)
LATE_1(PQfinish)
LATE_1(PQfreemem)
LATE_3(PQgetlength)
LATE_3(PQgetvalue)
LATE_1(PQnotifies)
LATE_1(PQntuples)
LATE_5(PQprepare)
LATE_2(PQresultErrorField)
LATE_1(PQresultStatus)
LATE_1(PQsocket)
LATE_1(PQstatus)
