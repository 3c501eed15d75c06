import type { Page } from '@playwright/test';

/** What the page records about itself while in use; all times are milliseconds on the page's own clock. */
type Probes = {
  /** From a key or click to the next painted frame. */
  inputs: number[];
  /** The longest time the page was blocked. */
  longestTask: number;
  /** When the largest element was painted, since the page was requested. */
  largestPaint: number;
  /** How often React committed. */
  commits: number;
};

/**
 * Makes every page of this browser tab measure itself. React calls a developer tools hook on each commit in
 * production builds, too: no build of our own is needed to count commits.
 */
export async function addProbes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probes: Probes = { inputs: [], longestTask: 0, largestPaint: 0, commits: 0 };
    Object.assign(window, {
      probes,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: () => {},
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
        onCommitFiberRoot: () => {
          probes.commits += 1;
        },
      },
    });
    const noteInput = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        // A message is handled after the frame was submitted for painting.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => probes.inputs.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    for (const type of ['keydown', 'click']) document.addEventListener(type, noteInput, { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        probes.longestTask = Math.max(probes.longestTask, duration);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) probes.largestPaint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** What the open page has recorded so far. */
export async function readProbes(page: Page): Promise<Probes> {
  return page.evaluate(() => Reflect.get(window, 'probes'));
}

/** Performs an input and returns how long it took to the next painted frame, and React's commits. */
export async function measureInput(
  page: Page,
  act: () => Promise<void>,
): Promise<{ ms: number; commits: number }> {
  const before = await readProbes(page);
  await act();
  await page.waitForFunction(
    (count) => Reflect.get(window, 'probes').inputs.length > count,
    before.inputs.length,
  );
  const after = await readProbes(page);
  const ms = after.inputs[before.inputs.length] ?? Number.NaN;
  return { ms, commits: after.commits - before.commits };
}

/** Performs a click and returns how long it took until `selector` exists and is painted. */
export async function measureUntil(
  page: Page,
  { selector, act }: { selector: string; act: () => Promise<void> },
) {
  const watch = await page.evaluateHandle((wanted) => {
    let began = 0;
    document.addEventListener('click', ({ timeStamp }) => (began = timeStamp), { capture: true, once: true });
    const painted = new Promise<number>((resolve) => {
      const check = () => {
        if (began > 0 && document.querySelector(wanted)) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - began);
          port2.postMessage(undefined);
        } else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    });
    return { painted };
  }, selector);
  await act();
  return watch.evaluate(({ painted }) => painted);
}

/** Throttles the page's CPU, to simulate a phone. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
