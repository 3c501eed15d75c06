import { Frame } from '@/app/frame';
import { NotFoundBody } from '@/components/shell/not-found';

/** For addresses outside every layout. Within one, the frame is already rendered. */
export default function NotFound() {
  return (
    <Frame>
      <NotFoundBody />
    </Frame>
  );
}
