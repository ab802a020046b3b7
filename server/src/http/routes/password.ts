import { Type } from 'typebox';
import { changePassword } from '../../accounts/change-password.ts';
import { requestPasswordReset } from '../../accounts/one-time-links.ts';
import { setPasswordByLink } from '../../accounts/set-password-by-link.ts';
import { operation } from '../route.ts';

export const changeOperation = operation({
  summary: 'Change the own password; every other session ends',
  tag: 'Authentication',
  body: Type.Object({ current_password: Type.String(), new_password: Type.String() }, { additionalProperties: false }),
  answers: { 204: null },
  handle: async (service, { body, principal, actor, address, reply }) => {
    const change = { currentPassword: body.current_password, newPassword: body.new_password, address };
    await changePassword(service, principal, actor, change);
    void reply.code(204);
  },
});

export const requestResetOperation = operation({
  summary: 'Ask for a link to set a new password; the answer is the same for every address',
  tag: 'Authentication',
  body: Type.Object({ email: Type.String({ maxLength: 320 }) }),
  answers: { 202: Type.Object({ message: Type.String() }) },
  handle: async (service, { body, actor, reply }) => {
    await requestPasswordReset(service, actor, body.email);
    void reply.code(202);
    return {
      message: 'If an account has this address, a mail with a link is on its way. The link works once, for one hour.',
    };
  },
});

export const confirmResetOperation = operation({
  summary: 'Set the password by a reset or invitation link',
  tag: 'Authentication',
  body: Type.Object({ token: Type.String(), password: Type.String() }, { additionalProperties: false }),
  answers: { 204: null },
  handle: async (service, { body, actor, reply }) => {
    await setPasswordByLink(service, actor, body.token, body.password);
    void reply.code(204);
  },
});
