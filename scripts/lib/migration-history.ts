/** A migration as in drizzle-kit's journal; its SQL is in the file of that name. */
export type Migration = { tag: string; when: number; digest: string | undefined };

/**
 * The problems of the migration history, one line each.
 *
 * @param released the digest of each released migration, by its tag: such a migration is never changed, and new
 *   ones follow it
 * @param files the names of the existing SQL files
 */
export function findMigrationProblems({
  migrations,
  files,
  released,
}: {
  migrations: readonly Migration[];
  files: readonly string[];
  released: Readonly<Record<string, string>>;
}): string[] {
  const known = new Set(migrations.map(({ tag }) => `${tag}.sql`));
  const releasedTags = Object.keys(released);
  return [
    ...files
      .filter((file) => !known.has(file))
      .map((file) => `${file} is not in the journal and would never run`),
    ...migrations.filter(({ digest }) => digest === undefined).map(({ tag }) => `${tag}.sql is missing`),
    ...migrations
      .filter(({ when }, index) => index > 0 && when <= (migrations[index - 1]?.when ?? 0))
      .map(
        ({ tag }) => `${tag} is not later than the one before it and would never run where that one has run`,
      ),
    ...releasedTags
      .filter((tag, index) => migrations[index]?.tag !== tag)
      .map((tag) => `${tag} was released and is no longer in its place`),
    ...migrations
      .filter(({ tag, digest }) => released[tag] !== undefined && released[tag] !== digest)
      .map(({ tag }) => `${tag} was released and has been changed since: add a new migration instead`),
  ];
}
