import 'server-only';
import { version } from '@/package.json';
import { SOURCE_COMMIT } from './env';

/** The version of this desk, with the commit it was built from if the build knew it: `1.0.0 (3ef7c4d6)`. */
export const VERSION = SOURCE_COMMIT ? `${version} (${SOURCE_COMMIT})` : version;
