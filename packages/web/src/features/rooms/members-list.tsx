import type { ListedConversation, Member } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { memberId, useBlocked, useBlockPerson, useMembers, useRemoveMember } from '../../api/members.ts';
import { useMe } from '../../api/session.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { AgentAvatar, Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { memberWords as words } from '../../words/members.ts';
import styles from './members.module.css';
import { ReportPerson } from './report-person.tsx';

/** Shows the members of a room and the actions on each. The room's creator may remove others. */
export function MembersList({ room }: { readonly room: ListedConversation }) {
  const { data: members, error } = useMembers(room.conversationId);
  const { data: blocked = [] } = useBlocked();
  const me = useMe();
  if (error && !members) return <ErrorNotice error={error} />;
  if (!members) return <Skeleton label={words.loading} />;
  const isCreator = room.creatorUserId === me.userId;
  return (
    <ul className={styles.list} aria-label={words.title}>
      {members.map((member) => {
        const isMe = memberId(member) === me.userId;
        const isBlocked = blocked.some(({ userId }) => userId === memberId(member));
        return (
          <li key={memberId(member)} className={styles.member}>
            {'agentId' in member ? (
              <AgentAvatar agent={member} size={32} />
            ) : (
              <Avatar id={member.userId} kind="person" name={member.displayName} size={32} />
            )}
            <Who
              member={member}
              isMe={isMe}
              isCreator={memberId(member) === room.creatorUserId}
              isBlocked={isBlocked}
            />
            {!isMe && (
              <span className={styles.acts}>
                {'userId' in member && <Block member={member} isBlocked={isBlocked} />}
                {'userId' in member && <ReportPerson person={member} />}
                {isCreator && <Remove room={room} member={member} />}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface WhoProps {
  readonly member: Member;
  readonly isMe: boolean;
  readonly isCreator: boolean;
  readonly isBlocked: boolean;
}

function Who({ member, isMe, isCreator, isBlocked }: WhoProps) {
  const about = [`@${member.handle}`, 'agentId' in member && words.agent, isMe && words.you, isCreator && words.opened];
  return (
    <span className={styles.who}>
      {'agentId' in member ? (
        <Link to={paths.agent(member.agentId)} className={styles.name}>
          {member.name}
        </Link>
      ) : (
        <span className={styles.name}>{member.displayName}</span>
      )}
      <span className={styles.about}>{about.filter(Boolean).join(' · ')}</span>
      {isBlocked && <span className={styles.about}>{words.blocked}</span>}
    </span>
  );
}

function Block({
  member,
  isBlocked,
}: {
  readonly member: Extract<Member, { userId: string }>;
  readonly isBlocked: boolean;
}) {
  const { mutate, isPending, error } = useBlockPerson(member.userId);
  const name = member.displayName;
  return (
    <>
      <Button
        look="quiet"
        busy={isPending}
        aria-label={isBlocked ? words.unblockName(name) : words.blockName(name)}
        onClick={() => mutate(!isBlocked)}
      >
        {isBlocked ? words.unblock : words.block}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

function Remove({ room, member }: { readonly room: ListedConversation; readonly member: Member }) {
  const { mutate, isPending, error } = useRemoveMember(room.conversationId);
  return (
    <>
      <Button
        look="quiet"
        busy={isPending}
        aria-label={words.removeName(nameOf(member))}
        onClick={() => mutate(member)}
      >
        {words.remove}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

function nameOf(member: Member): string {
  return 'agentId' in member ? member.name : member.displayName;
}
