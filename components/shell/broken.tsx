import { Button } from '@/components/ui/button';

/** Given by the error page that draws this: the server cannot, and the whole catalogue must not be in the browser. */
export type BrokenTexts = { brokenTitle: string; broken: string; tryAgain: string };

/** What is said where a page fails: what is safe, and a way to try again. Never the error itself. */
export function Broken({ texts, retry }: { texts: BrokenTexts; retry: () => void }) {
  return (
    <div role="alert" className="max-w-prose space-y-3 py-6">
      <h1 className="text-xl font-semibold">{texts.brokenTitle}</h1>
      <p>{texts.broken}</p>
      <Button look="primary" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}
