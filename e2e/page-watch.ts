import type { BrowserContext } from '@playwright/test';

/**
 * Records everything that a customer's console would show on any page of `context`: errors, warnings of
 * React, uncaught exceptions, violations of the content security policy (requirements F6, D12).
 */
export async function watchPages(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    seen.push(`uncaught: ${error.error().message} (${error.page()?.url()})`);
  });
  await context.exposeBinding('reportPolicyViolation', ({ page }, what: string) => {
    seen.push(`policy: ${what} (${page.url()})`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportPolicyViolation');
      if (typeof report === 'function') report(`${event.effectiveDirective} refused ${event.blockedURI}`);
    });
  });
  return seen;
}
