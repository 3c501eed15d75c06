/**
 * Loaded into a process before everything else: its disk is full as long as the file that `FULL_DISK` names exists.
 * Then what would make a file of `FULL_DISK_UNDER` larger fails, as on a real disk; what overwrites goes on.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { FULL_DISK: mark, FULL_DISK_UNDER: folder } = process.env;
const paths = new Map();
const isFull = () => fs.existsSync(mark);
const full = (syscall) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), {
    code: 'ENOSPC',
    errno: -28,
    syscall,
  });

const { openSync, writeSync, promises } = fs;
fs.openSync = (path, ...others) => {
  const file = openSync(path, ...others);
  paths.set(file, String(path));
  return file;
};
fs.writeSync = (file, buffer, offset, length, position) => {
  if (paths.get(file)?.startsWith(folder) && typeof position === 'number' && isFull()) {
    if (position + length > fs.fstatSync(file).size) throw full('write');
  }
  return writeSync(file, buffer, offset, length, position);
};
const { open } = promises;
promises.open = async (path, ...others) => {
  const handle = await open(path, ...others);
  if (!String(path).startsWith(folder)) return handle;
  const { write } = handle;
  handle.write = (...given) => (isFull() ? Promise.reject(full('write')) : write.apply(handle, given));
  return handle;
};
syncBuiltinESMExports();
