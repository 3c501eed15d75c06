import { execFile } from 'node:child_process';

/** Runs a command of the operator, such as `move`, to its end: with its exit code and all that it wrote. */
export function runScript(
  name: string,
  { args = [], env }: { args?: string[]; env: NodeJS.ProcessEnv },
): Promise<{ code: number; said: string }> {
  const call = ['run', '--silent', name, '--', ...args];
  return new Promise((resolve) => {
    execFile('npm', call, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` });
    });
  });
}
