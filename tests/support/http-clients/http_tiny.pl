# Calls the data API with Perl's HTTP::Tiny, all on one connection.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

my $call = decode_json($ARGV[0]);
my $http = HTTP::Tiny->new(keep_alive => 1, timeout => 60);

sub send_request {
  my ($step, $method, $path, $content, $content_type) = @_;
  my %body = defined $content ? (content => $content) : ();
  my $headers = { %{ $call->{headers} }, 'content-type' => $content_type // 'application/json' };
  my $response = $http->request($method, "$call->{web}$path", { headers => $headers, %body });
  my ($type) = split /;/, $response->{headers}{'content-type'} // '-';
  print "$step $response->{status} $type\n";
  return $response;
}

my $created = send_request('create', 'POST', $call->{list}, '{"title":"by HTTP::Tiny"}');
my $path = "$call->{list}/dataId/" . decode_json($created->{content})->{data}{id};
my @pieces = ('{"title":', '"in pieces"}');
send_request('chunked', 'POST', $call->{list}, sub { shift @pieces });
send_request('broken', 'POST', $call->{list}, '{"title":');
send_request('list', 'GET', "$call->{list}?limit=5");
send_request('head', 'HEAD', $call->{list});
send_request('options', 'OPTIONS', $call->{list});
my $file = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\n\r\n" . 'a' x 1_500_000 . "\r\n--x--\r\n";
send_request('upload', 'POST', "$path/upload?fieldName=attachment", $file, 'multipart/form-data; boundary=x');
send_request('too large', 'POST', $call->{list}, encode_json({ title => 'a' x 1_500_000 }));
send_request('change', 'PATCH', $path, '{"title":"b"}');
send_request('delete', 'DELETE', $path);
