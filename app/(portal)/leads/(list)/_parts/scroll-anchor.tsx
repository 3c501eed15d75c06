import { Component, type ReactNode, type RefObject } from 'react';
import { isReaderIn } from './use-deferred-rows';

type Props = { list: RefObject<HTMLElement | null>; children: ReactNode };

/**
 * Adjusts the scroll position when something above the list grows or shrinks (for example a banner) while the
 * reader is in it, so that the row under the pointer stays there. A class, because only a class can read the
 * DOM right before React changes it.
 */
export class ScrollAnchor extends Component<Props> {
  override getSnapshotBeforeUpdate(): number | null {
    const { current } = this.props.list;
    return current && isReaderIn(current) ? topOfRows(current) : null;
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: number | null): void {
    const { current } = this.props.list;
    if (before === null || !current) return;
    const moved = topOfRows(current) - before;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function topOfRows(list: HTMLElement): number {
  return list.querySelector('tbody')?.getBoundingClientRect().top ?? 0;
}
