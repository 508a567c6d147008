import { escapeXml } from '../soap/xml.ts';

/** One document/literal operation, as Axis 1.4 describes it; `address` is where this simulator answers. */
export function wsaaDescription(address: string): string {
  const url = escapeXml(address);
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="LoginCMSService" targetNamespace="${url}" xmlns:impl="${url}" xmlns:wsaa="http://wsaa.view.sua.dvadac.desein.afip.gov" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdlsoap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xsd:schema elementFormDefault="qualified" targetNamespace="http://wsaa.view.sua.dvadac.desein.afip.gov">
      <xsd:element name="loginCms">
        <xsd:complexType><xsd:sequence><xsd:element name="in0" type="xsd:string"/></xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="loginCmsResponse">
        <xsd:complexType><xsd:sequence><xsd:element name="loginCmsReturn" type="xsd:string"/></xsd:sequence></xsd:complexType>
      </xsd:element>
    </xsd:schema>
    <xsd:schema elementFormDefault="qualified" targetNamespace="${url}">
      <xsd:complexType name="LoginFault"><xsd:sequence/></xsd:complexType>
      <xsd:element name="fault" type="impl:LoginFault"/>
    </xsd:schema>
  </wsdl:types>
  <wsdl:message name="loginCmsRequest"><wsdl:part element="wsaa:loginCms" name="parameters"/></wsdl:message>
  <wsdl:message name="loginCmsResponse"><wsdl:part element="wsaa:loginCmsResponse" name="parameters"/></wsdl:message>
  <wsdl:message name="LoginFault"><wsdl:part element="impl:fault" name="fault"/></wsdl:message>
  <wsdl:portType name="LoginCMS">
    <wsdl:operation name="loginCms">
      <wsdl:input message="impl:loginCmsRequest" name="loginCmsRequest"/>
      <wsdl:output message="impl:loginCmsResponse" name="loginCmsResponse"/>
      <wsdl:fault message="impl:LoginFault" name="LoginFault"/>
    </wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="LoginCmsSoapBinding" type="impl:LoginCMS">
    <wsdlsoap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="loginCms">
      <wsdlsoap:operation soapAction=""/>
      <wsdl:input name="loginCmsRequest"><wsdlsoap:body use="literal"/></wsdl:input>
      <wsdl:output name="loginCmsResponse"><wsdlsoap:body use="literal"/></wsdl:output>
      <wsdl:fault name="LoginFault"><wsdlsoap:fault name="LoginFault" use="literal"/></wsdl:fault>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="LoginCMSService">
    <wsdl:port binding="impl:LoginCmsSoapBinding" name="LoginCms">
      <wsdlsoap:address location="${url}"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}
