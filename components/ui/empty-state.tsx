import { EmptyFrame, type EmptyFrameProps } from './empty-frame';
import { Icon, type IconName } from './icons';

type Props = Omit<EmptyFrameProps, 'icon'> & { icon?: IconName };

/** Shown in place of what is not there: why, and what to do next. */
export function EmptyState({ icon = 'inbox', ...rest }: Props) {
  return <EmptyFrame icon={<Icon name={icon} className="size-5" />} {...rest} />;
}
