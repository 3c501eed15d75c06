/** The labels in order; each that repeats one before it gets a number, such as "Phone (2)". */
export function tellApart(labels: readonly string[]): string[] {
  const taken = new Set(labels.map(sameness));
  const seen = new Set<string>();
  return labels.map((label) => {
    if (!seen.has(sameness(label))) {
      seen.add(sameness(label));
      return label;
    }
    let count = 2;
    while (taken.has(sameness(`${label} (${count})`))) count += 1;
    taken.add(sameness(`${label} (${count})`));
    return `${label} (${count})`;
  });
}

const sameness = (label: string) => label.toLowerCase();
