type DayPreset = { name: 'today' | 'week' | 'month' | 'quarter' | 'year'; from: string };

/** Days until today in this time zone to filter by, by their first one. */
export function toDayPresets(now: Date, timeZone: string): DayPreset[] {
  const today = now.toLocaleDateString('en-CA', { timeZone });
  const daysAgo = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  return [
    { name: 'today', from: today },
    { name: 'week', from: daysAgo(6) },
    { name: 'month', from: daysAgo(29) },
    { name: 'quarter', from: daysAgo(89) },
    { name: 'year', from: `${today.slice(0, 4)}-01-01` },
  ];
}
