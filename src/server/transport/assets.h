/* The files of the browser client, inside the program. The table is made by tools/embed-files. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stddef.h>

typedef struct AssetBytes {
    const char          *etag; /* with its quotes */
    const unsigned char *bytes;
    size_t               n;
} AssetBytes;

typedef struct Asset {
    const char *path; /* "/index.html" */
    const char *mime;
    AssetBytes  plain, packed; /* packed: by gzip; n is 0 where that saves little */
} Asset;

extern const Asset assets[]; /* path NULL ends it */

#endif
