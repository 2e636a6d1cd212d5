import { ServerCog } from 'lucide-react';
import { paths } from '../navigation/paths.ts';
import { serverWords } from '../words/server.ts';
import { RailPlace } from './rail-place.tsx';

/** The place of administrators in the rail. */
export function ServerPlace() {
  return (
    <RailPlace
      to={paths.server}
      name={serverWords.title}
      icon={<ServerCog size={22} aria-hidden />}
      below={[`${paths.server}/`]}
    />
  );
}
