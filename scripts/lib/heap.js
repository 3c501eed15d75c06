import { setFlagsFromString } from 'node:v8';

/**
 * Memory in place of a little time: by default V8 collects garbage once it is several times what is in use. With half as
 * much again an import of 10,000 rows adds 30 MB to an idle desk and not 80 to 150, as `npm run bench -- import` shows.
 */
setFlagsFromString('--heap-growing-percent=50');
