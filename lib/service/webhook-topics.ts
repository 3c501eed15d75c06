/** The topics a desk subscribes to, one subscription each (interface 6). Payment topics are inactive. */
export const WEBHOOK_TOPICS = ['lead/create', 'lead/update', 'lead/delete'] as const;

export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];
