import { rmSync } from 'node:fs';

/**
 * Removes a folder as this process ends. Never throws: a process that was killed a moment ago may still have written
 * into it, and an error would skip every exit handler after this one.
 */
export function removeFolderAtExit(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // It is in the folder for temporary files.
  }
}
