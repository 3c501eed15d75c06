import type { Topic } from '@/sandbox/model';
import type { Agent } from '../../support/desk/agent';
import { type Notice, post, readSubscriptions } from '../../support/desk/deliver';
import type { Desk } from '../../support/desk/desk';
import { controlsOf } from '../../support/desk/html';

type Address = ReturnType<typeof readSubscriptions>[number];

/**
 * Presses "Rotate" for a topic, as an admin without scripts.
 *
 * @throws {Error} if the page offers no such button
 */
export async function rotate(admin: Agent, topic: Topic): Promise<void> {
  const path = '/admin/webhooks';
  const page = await admin.browser.get(path);
  const forms = page.text.match(/<form\b.*?<\/form>/gs) ?? [];
  const posts = forms.map((html) => controlsOf(html));
  const holds = (controls: [string, string][], name: string, value: string) =>
    controls.some(([key, text]) => key === name && text === value);
  const controls = posts.find((one) => holds(one, 'command', 'rotate') && holds(one, 'topic', topic));
  if (!controls) throw new Error(`${path} answered ${page.status} without a way to rotate ${topic}.`);
  const data = new FormData();
  for (const [name, value] of controls) data.append(name, value);
  const response = await admin.browser.post(path, data);
  if (response.status !== 200) throw new Error(`Rotating ${topic} was answered with ${response.status}.`);
}

/** The addresses that the service posts a topic to, the oldest first. */
export function addressesOf(desk: Desk, topic: Topic): Address[] {
  return readSubscriptions(desk).filter((one) => one.topic === topic);
}

/** Delivers an event to one address on a web process, as the service does, but bypassing it. */
export async function deliverTo(address: Address, web: { url: string }, notice: Notice): Promise<number> {
  const { id, topic, timestamp } = notice;
  const url = `${web.url}${new URL(address.url).pathname}`;
  return (await post({ ...address, url, body: JSON.stringify({ id, topic, timestamp }) })).status;
}
