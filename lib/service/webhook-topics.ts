/** The topics a desk subscribes to, one subscription each (interface 6). Payment topics are inactive. */
export const TOPICS = ['lead/create', 'lead/update', 'lead/delete'] as const;

export type Topic = (typeof TOPICS)[number];
