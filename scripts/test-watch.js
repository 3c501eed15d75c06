/**
 * `npm run test:watch [-- file…]`: reruns the unit tests as files change. Database tests (`.db.test.ts`) run, on the
 * embedded database, if they are named.
 */
const isDatabase = process.argv.slice(2).some((name) => name.includes('.db.'));
process.argv.splice(2, 0, 'watch', '--project', isDatabase ? 'db-pglite' : 'unit');
await import('../node_modules/vitest/vitest.mjs');
