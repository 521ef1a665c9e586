// Package push notifies browsers by Web Push (RFC 8030) that it is somebody's turn, even if no page is
// open. A message is encrypted for the browser (RFC 8291) and contains nothing but the id of a
// game. The services to which it is posted are named by browsers, so that anybody can name anything:
// the package posts to public addresses only, and never many messages at a time. The visitors who have
// registered addresses take turns, so that nobody's slow services delay the messages of others.
package push
