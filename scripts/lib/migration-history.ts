/** A step of the database's history, as drizzle-kit wrote it into its journal, with the SQL in the file of its name. */
export type Migration = { tag: string; when: number; digest: string | undefined };

/**
 * What is wrong with the history of migrations, a line each; none if all is well.
 *
 * @param released the digest of each step that a release has carried out at somebody's, by its tag: such a step is
 *   never changed, and new ones come after it
 * @param files the names of the SQL files that are there
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
