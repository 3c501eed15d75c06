export { NotFoundBody as default } from '@/components/shell/not-found';
