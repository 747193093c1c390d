/** Literal texts of the contact form that both sides use; apart from the schema, so that the site loads no validator. */
export const contactMessages = {
  required: 'Please fill in all required fields',
  consent: 'Please agree to the terms and conditions',
  emailShape: 'Please enter a valid email address',
  sent: 'Yasss, your message is in our inbox! 🎉 We’ll get back to you ASAP. Stay tuned!',
  failed: 'Failed to send message. Please try again.',
} as const;

export const contactLimits = { name: 120, email: 254, message: 5000 } as const;
