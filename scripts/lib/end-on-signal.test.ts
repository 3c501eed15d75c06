import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const PROGRAM = `
import { endOnSignal } from './scripts/lib/end-on-signal.ts';
process.on('exit', () => console.log('cleaned up'));
endOnSignal(() => {
  console.log('ending');
  return new Promise((resolve) => setTimeout(resolve, 500));
});
setInterval(() => {}, 1000);
console.log('ready');
`;

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a second %s does not skip the cleanup of the first',
  async (signal) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/ready|ending/.test(String(chunk))) child.kill(signal);
    });
    const [code] = await once(child, 'close');
    expect(output).toContain('cleaned up');
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
  },
);
